import { defineConfig } from 'vite'

/** The hosted pages: a build of their own, so that they share no chunk with the console and stay small. */
export default defineConfig({
  base: '/account/',
  publicDir: false,
  build: {
    outDir: '../src/doorward/console/dist/hosted',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: 'src/account/main.ts' },
  },
})
