import { parentPort, workerData } from 'node:worker_threads';
import { type Call, createCalls } from './calls.ts';
import type { Place } from './connector.ts';
import { connectors } from './connectors/index.ts';
import { guardSockets } from './guard-sockets.ts';

// Each reading has a thread with its own memory and environment. An administrator of an organization chooses the
// server, and drivers trust its answers. An endless error message would block the event loop, and an unknown
// message would end the process. From the environment, drivers would send PGPASSWORD.
const place = workerData as Place;
const guard = guardSockets(place);
const connector = await connectors[place.source.dialect]();
const calls = createCalls(connector, place);

parentPort?.on('message', ({ call, bytes }: { call: Call; bytes: number }) => {
  guard.allowBytes(bytes);
  calls(call).then(
    (result) => parentPort?.postMessage({ result }),
    (error) => parentPort?.postMessage({ problem: guard.seen() ?? connector.problemOf(error) ?? 'unreachable' }),
  );
});
