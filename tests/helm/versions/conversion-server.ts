/** Converts objects for the API server, as a process that tests can kill. PORT, TLS_CERT and TLS_KEY configure it. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import { json } from 'node:stream/consumers';
import { type Convertible, converted } from './conversion.ts';

interface Review {
  apiVersion: string;
  kind: string;
  request: { uid: string; desiredAPIVersion: string; objects: Convertible[] };
}

function answerTo({ apiVersion, kind, request: { uid, desiredAPIVersion, objects } }: Review): string {
  const convertedObjects = objects.map((object) => converted(object, desiredAPIVersion));
  return JSON.stringify({ apiVersion, kind, response: { uid, result: { status: 'Success' }, convertedObjects } });
}

const { PORT, TLS_CERT, TLS_KEY } = process.env;
const server = createServer({ cert: TLS_CERT, key: TLS_KEY }, (request, response) => {
  json(request).then(
    (review) => response.setHeader('content-type', 'application/json').end(answerTo(review as Review)),
    // A killed API server does not finish its request.
    () => response.destroy(),
  );
});
// Longer than the API server keeps an idle connection, because a request on an ending connection fails.
server.keepAliveTimeout = 120_000;
server.listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
console.log('ready');
