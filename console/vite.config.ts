import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/console/',
  plugins: [vue()],
  build: {
    outDir: '../src/doorward/console/dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // An inlined file becomes a data: URL, which the content security policy blocks for scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // `npm run dev` forwards API requests to a service on the default port.
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/healthz': 'http://127.0.0.1:8000' } },
})
