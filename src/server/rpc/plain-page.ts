import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { PRODUCT } from '../../domain/product.ts'

/** A response with only a message: an HTML page for a browser, plain text for other clients. */
export function plainPage(context: Context, message: string, status: ContentfulStatusCode) {
  const isBrowser = context.req.header('accept')?.includes('text/html')
  if (!isBrowser) return context.text(message, status)
  return context.html(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${PRODUCT}</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #fbf7f0; color: #24332b; font: 1.125rem/1.6 system-ui, sans-serif }
main { max-width: 30rem; padding: 2rem; text-align: center }
h1 { font: 600 2rem/1.2 Fraunces, Georgia, serif }
a { color: #1f5a3f }
</style>
</head>
<body>
<main>
<h1>${PRODUCT}</h1>
<p>${message}</p>
<p><a href="/">To the first page</a></p>
</main>
</body>
</html>
`,
    status,
  )
}
