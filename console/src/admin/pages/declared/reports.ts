import type { Kind } from '@doorwright/crds';
import type { ManifestReport, ReportedResource } from '@doorwright/crds/kinds/manifest-report.ts';
import { call } from '../../http/call.ts';
import { registry } from '../../kinds.ts';

/** The operator's report on a folder of manifests. */
export type Folder = Pick<ManifestReport, 'cluster' | 'reportedTime' | 'resources'>;

/** An object that a cluster declares. */
export interface Elsewhere {
  /** The kind as in addresses: `application`. */
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

/** Failed resources first, then in the order of the files. */
export const inOrder = (resources: readonly ReportedResource[]): ReportedResource[] =>
  resources.toSorted((a, b) => urgency[a.ready] - urgency[b.ready] || a.file.localeCompare(b.file) || a.line - b.line);

/** The kind with this name in manifests; undefined for an unknown one. */
export const kindCalled = (name: string): Kind | undefined => registry.kinds.find(({ kind }) => kind === name);

/** The operator reports once a minute. After a longer silence it counts as stopped. */
const quietMs = 3 * 60_000;
export const isQuiet = ({ reportedTime }: Folder): boolean => Date.now() - Date.parse(reportedTime) > quietMs;

/** `folder:/srv/manifests` without its scheme. */
export const pathOf = ({ cluster }: Folder): string => cluster.replace(/^folder:/, '');

/** `kubectl describe applications.doorwright.dev checkout -n shop` */
export const describeCommand = ({ namespace, resource }: Elsewhere): string => {
  const [plural, name = ''] = resource.split(' ');
  return `kubectl describe ${plural} ${name.slice(namespace.length + 1)} -n ${namespace}`;
};

/** The path of a file within its folder. The report has an absolute path or one relative to the operator. */
export function fileIn(folder: string, file: string): string {
  for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
    const dir = file.slice(0, at);
    if (folder === dir || folder.endsWith(`/${dir}`)) return file.slice(at + 1);
  }
  return file;
}
