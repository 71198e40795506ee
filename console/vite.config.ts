import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/console/',
  plugins: [vue()],
  build: {
    outDir: '../src/doorward/console/dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // An inlined file would be a data: address, which the content security policy refuses for scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // `npm run dev` against a service that runs on its usual port.
  server: { proxy: { '/api': 'http://127.0.0.1:8000', '/healthz': 'http://127.0.0.1:8000' } },
})
