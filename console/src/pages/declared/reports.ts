import type { Kind } from '@doorwright/crds';
import type { ManifestReport, ReportedResource } from '@doorwright/crds/kinds/manifest-report.ts';
import { call } from '../../http/call.ts';
import { registry } from '../../kinds.ts';

/** A folder of manifests, as its operator reported it. */
export type Folder = Pick<ManifestReport, 'cluster' | 'reportedTime' | 'resources'>;

/** An object that a cluster declares. */
export interface Elsewhere {
  /** As addresses have it: `application`. */
  kind: string;
  object: string;
  namespace: string;
  /** `applications.doorwright.dev shop/checkout`. */
  resource: string;
}

export interface Declarations {
  folders: Folder[];
  elsewhere: Elsewhere[];
}

export async function readDeclarations(signal: AbortSignal): Promise<Declarations> {
  const { data, data2 } = await call<Folder[]>('get-manifests', { signal });
  return { folders: data, elsewhere: data2 as Elsewhere[] };
}

const urgency = { False: 0, Unknown: 1, True: 2 } as const;

/** What needs somebody first, then as the files have it. */
export const inOrder = (resources: readonly ReportedResource[]): ReportedResource[] =>
  resources.toSorted((a, b) => urgency[a.ready] - urgency[b.ready] || a.file.localeCompare(b.file) || a.line - b.line);

/** The kind with this name in manifests; undefined for a mistake, which is of none. */
export const kindCalled = (name: string): Kind | undefined => registry.kinds.find(({ kind }) => kind === name);

/** What the operator keeps silent for longer than its minute between two reports. */
const quietMs = 3 * 60_000;
export const isQuiet = ({ reportedTime }: Folder): boolean => Date.now() - Date.parse(reportedTime) > quietMs;

/** `folder:/srv/manifests` without its scheme. */
export const pathOf = ({ cluster }: Folder): string => cluster.replace(/^folder:/, '');

/** `kubectl describe applications.doorwright.dev checkout -n shop` */
export const describeCommand = ({ namespace, resource }: Elsewhere): string => {
  const [plural, name = ''] = resource.split(' ');
  return `kubectl describe ${plural} ${name.slice(namespace.length + 1)} -n ${namespace}`;
};

/** A file as it is called within its folder, whether it was reported by its whole path or from where the operator runs. */
export function fileIn(folder: string, file: string): string {
  for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
    const dir = file.slice(0, at);
    if (folder === dir || folder.endsWith(`/${dir}`)) return file.slice(at + 1);
  }
  return file;
}
