export const swaggerPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Doorwright API</title>
    <link rel="stylesheet" href="swagger-ui.css">
    <link rel="icon" href="favicon-32x32.png">
  </head>
  <body>
    <div id="swagger"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script src="start.js"></script>
  </body>
</html>
`;

export const swaggerStart = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger', deepLinking: true, docExpansion: 'none', filter: true });
`;
