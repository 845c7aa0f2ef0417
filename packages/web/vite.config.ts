import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
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
    chunkSizeWarningLimit: 700,
  },
  worker: { format: 'es' },
});
