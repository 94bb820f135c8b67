import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { formatted, type Screen, table } from './output.ts';
import type { ResourceState } from './resource-state.ts';

interface Report {
  cluster: string;
  reportedTime: string;
  resources: ResourceState[];
}

/** Problems come last, next to the prompt. */
const byReadiness = (a: ResourceState, b: ResourceState) => Number(b.ready === 'True') - Number(a.ready === 'True');

/** Only this way loads the client of Kubernetes, which takes half a second. */
const ofCluster = async (namespaces: readonly string[]) =>
  (await import('./cluster-status.ts')).resourcesOfCluster(namespaces);

const isGoneMs = 180_000;

export const status: Command = {
  usage: '',
  summary: 'Lists what is declared and whether it is Ready',
  options: { quiet: { type: 'boolean', short: 'q' } },
  help: `  -q, --quiet       only what is not Ready

With KUBECONFIG it asks the cluster. Without, it asks the api, which knows how the folder of a local operator fares.
Exit codes: 0 all Ready, 2 something is not, 1 nobody can be asked.
`,
  outputs: ['table', 'json', 'yaml'],
  async run({ options: { output, quiet }, environment, api, screen, config }) {
    const reports = environment.KUBECONFIG
      ? [await ofCluster(config.watchNamespaces)]
      : (await api.ask<{ items: Report[] }>({ method: 'GET', path: '/manifests' })).items;
    if (reports.length === 0)
      throw new CommandError('No operator of a folder has reported to this api; set KUBECONFIG to ask a cluster.');
    const all = reports.flatMap(({ resources }) => resources);
    const shown = all.filter(({ ready }) => !quiet || ready !== 'True').sort(byReadiness);
    if (output === 'table') {
      if (shown.length > 0) screen.out(asTable(shown, screen));
      const ready = all.filter((each) => each.ready === 'True').length;
      screen.out(screen.paint('bold', `${ready} of ${all.length} Ready`));
    } else screen.out(formatted(String(output), { items: shown }));
    for (const { cluster, reportedTime } of reports)
      if (Date.now() - Date.parse(reportedTime) > isGoneMs)
        screen.note(`The operator of ${cluster} was heard of last at ${reportedTime}.`);
    return all.every(({ ready }) => ready === 'True') ? 0 : 2;
  },
};

function asTable(shown: readonly ResourceState[], { paint }: Screen): string {
  const isFolder = shown.some(({ file }) => file);
  const rows = shown.map(({ kind, namespace, name, ready, reason, message, file, line, drift }) => [
    kind ? `${kind.toLowerCase()}/${name}` : '-',
    namespace || '-',
    paint(ready === 'True' ? 'green' : ready === 'False' ? 'red' : 'yellow', ready),
    reason || '-',
    drift > 0 ? String(drift) : '-',
    ...(isFolder ? [`${file}:${line}`] : []),
    ready === 'True' ? '' : message,
  ]);
  return table(['OBJECT', 'NAMESPACE', 'READY', 'REASON', 'DRIFT', ...(isFolder ? ['WHERE'] : []), 'MESSAGE'], rows);
}
