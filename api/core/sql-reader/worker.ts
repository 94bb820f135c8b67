import { parentPort, workerData } from 'node:worker_threads';
import type { Assignment } from './connector.ts';
import { connectors } from './connectors/index.ts';

// The reading has a thread with memory and an environment of its own. An administrator of an organization chooses the server
// that answers here, and drivers believe it: an endless error message keeps them busy for ever, an unknown message ends the
// process, and they would send PGPASSWORD from the environment.
const assignment = workerData as Assignment;
const connector = await connectors[assignment.source.dialect]();
connector.read(assignment).then(
  (rows) => parentPort?.postMessage({ rows }),
  (error) => parentPort?.postMessage({ problem: connector.problemOf(error) }),
);
