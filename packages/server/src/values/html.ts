/** Text that is safe to put into a page. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="./style.css">
</head>
<body>
${body}
</body>
</html>
`;
}

/** Pages write addresses of this server as `./docs`; they are below the path that the server is mounted at, wherever the page is. */
export function placedHtml(html: string, basePath: string): string {
  return html.replaceAll('="./', `="${escapeHtml(basePath)}/`);
}
