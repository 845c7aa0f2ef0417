// Colours and type of the SVG drawing
// One style sheet with a light and a dark half, so that the file follows the reader's setting wherever it is shown. Plain
// colours instead of variables: not every program that draws SVG knows those.
import type { NodeFamily } from '../nodes/native-node.ts';

interface Palette {
  readonly ground: string;
  readonly card: string;
  readonly border: string;
  readonly title: string;
  readonly subtitle: string;
  readonly line: string;
  readonly loop: string;
  readonly failure: string;
  readonly pill: string;
  readonly pillText: string;
  /** Icon and its tile, by family. */
  readonly families: { readonly [family in NodeFamily]: readonly [icon: string, tile: string] };
}

const light: Palette = {
  ground: '#f8fafc',
  card: '#ffffff',
  border: '#dbe2ea',
  title: '#0f172a',
  subtitle: '#64748b',
  line: '#94a3b8',
  loop: '#7c3aed',
  failure: '#dc2626',
  pill: '#f8fafc',
  pillText: '#475569',
  families: {
    start: ['#15803d', '#dcfce7'],
    end: ['#475569', '#e2e8f0'],
    model: ['#7c3aed', '#ede9fe'],
    function: ['#2563eb', '#dbeafe'],
    value: ['#0f766e', '#ccfbf1'],
    choice: ['#b45309', '#fef3c7'],
    join: ['#475569', '#e2e8f0'],
    children: ['#4338ca', '#e0e7ff'],
    person: ['#be185d', '#fce7f3'],
    time: ['#c2410c', '#ffedd5'],
    event: ['#0e7490', '#cffafe'],
    other: ['#475569', '#e2e8f0'],
  },
};

const dark: Palette = {
  ground: '#0b1120',
  card: '#151e2e',
  border: '#2b384d',
  title: '#e8eef6',
  subtitle: '#94a3b8',
  line: '#6b7c95',
  loop: '#a78bfa',
  failure: '#f87171',
  pill: '#0b1120',
  pillText: '#b6c2d2',
  families: {
    start: ['#4ade80', '#12301f'],
    end: ['#cbd5e1', '#26324a'],
    model: ['#a78bfa', '#2a2150'],
    function: ['#60a5fa', '#16294d'],
    value: ['#2dd4bf', '#0f2f2e'],
    choice: ['#fbbf24', '#38290d'],
    join: ['#cbd5e1', '#26324a'],
    children: ['#818cf8', '#20244f'],
    person: ['#f472b6', '#3d1830'],
    time: ['#fb923c', '#3a200f'],
    event: ['#22d3ee', '#0d2e38'],
    other: ['#cbd5e1', '#26324a'],
  },
};

export const svgStyle = [
  'text{font-family:ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}',
  '.title{font-size:13px;font-weight:600}.subtitle{font-size:11px}.label{font-size:11px;text-anchor:middle}',
  '.edge{fill:none;stroke-width:1.5}.loop{stroke-dasharray:6 4}.subagent{stroke-dasharray:2 4;stroke-linecap:round}',
  '.icon{fill:none;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}',
  colours(light),
  `@media (prefers-color-scheme:dark){${colours(dark)}}`,
].join('');

function colours(palette: Palette): string {
  const families = Object.entries(palette.families).map(
    ([family, [icon, tile]]) =>
      `.${family} .tile{fill:${tile}}.${family} .icon{stroke:${icon}}.${family} .bar{fill:${icon}}`,
  );
  return [
    `.ground{fill:${palette.ground}}`,
    `.card{fill:${palette.card};stroke:${palette.border}}`,
    `.title{fill:${palette.title}}.subtitle{fill:${palette.subtitle}}`,
    `.edge{stroke:${palette.line}}.head{fill:${palette.line}}.entry{fill:${palette.line}}`,
    `.edge.loop{stroke:${palette.loop}}.head.loop{fill:${palette.loop}}`,
    `.edge.failure{stroke:${palette.failure}}.head.failure{fill:${palette.failure}}`,
    `.pill{fill:${palette.pill}}.label{fill:${palette.pillText}}`,
    `.label.loop{fill:${palette.loop}}.label.failure{fill:${palette.failure}}`,
    ...families,
  ].join('');
}
