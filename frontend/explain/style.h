// The style sheet of the page; light and dark follow the reader's system.
#pragma once

namespace parax::detail {

constexpr const char* pageStyle = R"(
:root { color-scheme: light dark; --page: #fbfbf9; --card: #fff; --text: #1d2228; --soft: #626b76;
  --rule: #d9dce0; --op: #eef2f7; --opline: #8a97a8; --reduce: #fbe9cf; --reduceline: #c98a2b;
  --array: #e0efe4; --arrayline: #3f8a58; --loop: #f6f8fb; --refuse: #c2382f; --bar1: #3b6fb6;
  --bar2: #7a52a8; --bar3: #2f8f83; --bar4: #c98a2b; --bar5: #8a97a8; }
@media (prefers-color-scheme: dark) { :root { --page: #15181c; --card: #1c2126; --text: #e3e6ea;
  --soft: #98a2ae; --rule: #343b43; --op: #28303a; --opline: #6d7b8c; --reduce: #43351f;
  --reduceline: #d29a45; --array: #203829; --arrayline: #5cb57b; --loop: #20262c;
  --refuse: #f0776e; --bar1: #5b8fd6; --bar2: #a07fd0; --bar3: #45b5a7; --bar4: #d29a45;
  --bar5: #6d7b8c; } }
body { margin: 0 auto; padding: 1.5rem; max-width: 96rem; background: var(--page);
  color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .2rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .4rem; } p { margin: .3rem 0; }
.soft { color: var(--soft); } code, .code { font-family: ui-monospace, monospace; font-size: .9em; }
.facts { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1rem 0; }
.fact { background: var(--card); border: 1px solid var(--rule); border-radius: 8px;
  padding: .5rem .9rem; } .fact b { display: block; font-size: 1.25rem; }
.fact span { color: var(--soft); font-size: .85rem; }
.pictures { display: flex; flex-wrap: wrap; gap: 1rem; align-items: stretch; }
.pictures figure { flex: 1 1 auto; } .pictures svg { margin: 0 auto; }
figure { margin: 0; background: var(--card); border: 1px solid var(--rule); border-radius: 8px;
  padding: .6rem; max-width: 100%; box-sizing: border-box; }
figcaption { font-weight: 600; margin-bottom: .4rem; }
.scroll { overflow: auto; max-height: 85vh; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; background: var(--card); font-size: .92rem; }
th, td { border: 1px solid var(--rule); padding: .3rem .6rem; text-align: left;
  vertical-align: top; } th { color: var(--soft); font-weight: 600; }
td.code { white-space: pre-wrap; } td.right { text-align: right; white-space: nowrap; }
.bar { display: flex; height: 1.4rem; border-radius: 5px; overflow: hidden; margin: .4rem 0; }
.key { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin-right: .35em; }
.p0 { background: var(--bar1); } .p1 { background: var(--bar2); } .p2 { background: var(--bar3); }
.p3 { background: var(--bar4); } .p4 { background: var(--bar5); }
.times { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; font-size: .92rem; }
svg { display: block; } svg text { font: 12px ui-monospace, monospace; fill: var(--text);
  text-anchor: middle; }
svg text.detail { font-size: 9.5px; fill: var(--soft); } svg text.left, svg text.title,
svg text.folded { text-anchor: start; } svg text.title { font-weight: 700; }
svg text.folded { font-size: 11px; white-space: pre; }
.loop { fill: var(--loop); stroke: var(--opline); stroke-width: 1.2; }
.node rect { fill: var(--op); stroke: var(--opline); }
.node.reduce rect { fill: var(--reduce); stroke: var(--reduceline); }
.node.given rect, .node.result rect, .node.kept rect { fill: var(--array);
  stroke: var(--arrayline); }
.node.result rect { stroke-width: 2.4; }
.node.unused rect { fill: none; stroke-dasharray: 3 3; } .node.unused text { fill: var(--soft); }
.line { fill: none; stroke: var(--opline); stroke-width: 1.2; }
.line.stored { stroke: var(--arrayline); stroke-width: 3; }
.line.vanished { stroke-dasharray: 4 3; } .line.dropped { stroke-dasharray: 1 4; }
.line.refused { stroke: var(--refuse); } .line.waits { stroke: var(--soft); }
.mark rect { fill: var(--refuse); } .mark.waits rect { fill: var(--soft); } svg .mark text { fill: var(--card); font-weight: 700; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; align-items: center;
  color: var(--soft); font-size: .88rem; margin: .6rem 0; } .legend svg { display: inline-block;
  vertical-align: middle; margin-right: .4em; }
@media print { body { max-width: none; padding: 0; } .scroll, .wide { max-height: none;
  overflow: visible; } .pictures { display: block; } figure { margin-bottom: 1rem; }
  .scroll svg { max-width: 100%; height: auto; max-height: 90vh; } figure, tr, .facts {
  break-inside: avoid; } h3 { break-after: avoid; } table { width: 100%; } }
)";

}  // namespace parax::detail
