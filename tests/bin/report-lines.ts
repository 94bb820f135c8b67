import { type Report, type ReportedFile, reportFile, retriesOf } from './report.ts';

const listed = 10;

const line = (seconds: number, name: string): string => `${seconds.toFixed(1).padStart(8)} s  ${name}`;

const sum = (files: ReportedFile[]): number => files.reduce((total, file) => total + file.processorSeconds, 0);

/** `tests/api/records/feed.test.ts` is in `tests/api`. */
const folderOf = ({ name }: ReportedFile): string => name.split('/').slice(0, 2).join('/');

/** The processor time of each folder, the most expensive first, and of what all files share. */
function folderLines({ files, processorSeconds }: Report): string[] {
  const folders = Object.entries(Object.groupBy(files, folderOf)).map(
    ([folder, those = []]) => [sum(those), `${folder} (${those.length} files)`] as const,
  );
  const shared = Math.max(0, processorSeconds - sum(files));
  const rows = [...folders, [shared, 'shared by all files: Postgres, the cluster, the test runner'] as const];
  return rows.sort(([one], [other]) => other - one).map(([seconds, name]) => line(seconds, name));
}

/** The processor time of folders and of the most expensive files, and every retry, as `npm test` prints them after the tests. */
export function reportLines(report: Report): string[] {
  const { files } = report;
  const dearest = files.toSorted((one, other) => other.processorSeconds - one.processorSeconds).slice(0, listed);
  const retries = retriesOf(files);
  return [
    ...(files.length > 0 ? ['Processor time of each folder:', ...folderLines(report)] : []),
    ...(files.length > 0 ? [`Processor time of the dearest files (all: ${reportFile}):`] : []),
    ...dearest.map(({ name, processorSeconds, seconds }) =>
      line(processorSeconds, `${name}, in ${seconds.toFixed(1)} s`),
    ),
    retries.length > 0 ? `Retries: ${retries.length}. A retry is a failure: mend its cause.` : 'Retries: none.',
    ...retries.map((retry) => `  ${retry}`),
  ];
}
