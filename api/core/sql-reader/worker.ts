import { parentPort, workerData } from 'node:worker_threads';
import type { Assignment } from './connector.ts';
import { connectors } from './connectors/index.ts';

// Each read has a thread with its own memory and environment. An administrator of an organization chooses the
// server, and drivers trust its answers. An endless error message would block the event loop, and an unknown
// message would end the process. From the environment, drivers would send PGPASSWORD.
const assignment = workerData as Assignment;
const connector = await connectors[assignment.source.dialect]();
connector.read(assignment).then(
  (rows) => parentPort?.postMessage({ rows }),
  (error) => parentPort?.postMessage({ problem: connector.problemOf(error) }),
);
