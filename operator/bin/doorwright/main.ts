import { doorwright } from './run.ts';

process.exitCode = await doorwright(process.argv.slice(2), process);
