import { layoutSketch, type LayoutInput } from './layout-sketch.ts';

self.addEventListener('message', ({ data }: MessageEvent<{ id: number; input: LayoutInput }>) => {
  self.postMessage({ id: data.id, positions: [...layoutSketch(data.input)] });
});
