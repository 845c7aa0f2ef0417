import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';
import { pageChunks } from './page-chunks.ts';

const studio: InlineConfig = {
  root: import.meta.dirname,
  // The server writes into the page where it is mounted; everything else is found from the file that names it.
  base: './',
  plugins: [react(), tailwind()],
  build: {
    outDir: 'dist/studio',
    emptyOutDir: true,
    // Inlined fonts would be `data:` addresses, which the content security policy blocks.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
  },
  worker: { format: 'es' },
};

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return studio;
  const pages = {
    name: await pageChunks(studio),
    debugName: 'pages',
    // Those that several pages use have a chunk of their own.
    includeDependenciesRecursively: false,
  };
  const output = { codeSplitting: { groups: [pages] } };
  return { ...studio, build: { ...studio.build, rolldownOptions: { output } } };
});
