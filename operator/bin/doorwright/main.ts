import { doorwright } from './run.ts';

// A reader such as head may leave before the end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await doorwright(process.argv.slice(2), process);
