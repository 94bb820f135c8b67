/** A program of Postgres begins its reason with this. After it, `initdb` gives hints, and says what it removes. */
const begins = /^.*?(?:error|ERROR|FATAL|PANIC): +/;

/** The line of the output that says why the program ended. Without one, its last line. */
export function reasonOf(output: string): string {
  const lines = output.trim().split('\n');
  const reason = lines.find((line) => begins.test(line));
  return reason?.replace(begins, '') ?? lines.at(-1) ?? '';
}
