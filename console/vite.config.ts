import vue from '@vitejs/plugin-vue'
import { defineConfig, type Plugin } from 'vite'

/**
 * Moves the stylesheet behind the content of the page: in the head, it would hold back the first picture, which needs no styles, until it
 * has arrived. The console itself still starts after it, as modules wait for stylesheets.
 */
const stylesLast: Plugin = {
  name: 'styles-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const [link = ''] = html.match(/ *<link rel="stylesheet"[^>]*>\n?/) ?? []
      return html.replace(link, '').replace(/ *<\/body>/, `${link}  </body>`)
    },
  },
}

export default defineConfig({
  base: '/console/',
  plugins: [vue(), stylesLast],
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
