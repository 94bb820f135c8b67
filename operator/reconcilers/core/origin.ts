import type { Origin } from '../../api/declared-objects.ts';
import type { Source } from '../../runtime/source.ts';
import type { Declared } from './resource.ts';

/** The origin that the API stores with a declared object. */
export async function originOf({ metadata }: Declared, source: Pick<Source, 'clusterId'>): Promise<Origin> {
  const { namespace, name, uid, generation } = metadata;
  return { cluster: await source.clusterId(), namespace, name, uid, generation };
}
