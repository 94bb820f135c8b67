/** The part of an object that conversion reads. */
export interface Convertible {
  apiVersion: string;
  metadata: { annotations?: Record<string, string> };
  /** Missing in an apply of only the status, which the API server also converts. */
  spec?: Record<string, unknown>;
}

interface Protection {
  enabled?: boolean;
  reason?: string;
}

export const older = 'doorwright.dev/v1alpha1';
export const newer = 'doorwright.dev/v1beta1';

/** The annotation in which v1alpha1 keeps the additional field of v1beta1. */
const keptReason = 'doorwright.dev/deletion-protection-reason';

const without = <T extends object>(object: T, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([each]) => each !== name)) as T;

/**
 * A possible next version: deletionProtection, a boolean in v1alpha1, becomes an object with the same name and a reason. A
 * conversion to the older version and back loses nothing.
 */
export function converted<T extends Convertible>(object: T, apiVersion: string): T {
  if (object.apiVersion === apiVersion) return object;
  const { metadata, spec = {} } = object;
  const { annotations = {} } = metadata;
  if (apiVersion === newer) {
    const enabled = spec.deletionProtection as boolean | undefined;
    const reason = annotations[keptReason];
    const protection = { ...(enabled !== undefined && { enabled }), ...(reason !== undefined && { reason }) };
    return remade(object, apiVersion, protection, without(annotations, keptReason));
  }
  if (apiVersion !== older) throw new Error(`${apiVersion} is not known`);
  const { enabled, reason } = (spec.deletionProtection ?? {}) as Protection;
  return remade(
    object,
    apiVersion,
    enabled,
    reason === undefined ? annotations : { ...annotations, [keptReason]: reason },
  );
}

function remade<T extends Convertible>(
  { metadata, spec, ...rest }: T,
  apiVersion: string,
  deletionProtection: boolean | Protection | undefined,
  annotations: Record<string, string>,
): T {
  const isSet = typeof deletionProtection === 'boolean' || Object.keys(deletionProtection ?? {}).length > 0;
  return {
    ...rest,
    apiVersion,
    metadata: { ...without(metadata, 'annotations'), ...(Object.keys(annotations).length > 0 && { annotations }) },
    ...((spec || isSet) && {
      spec: { ...without(spec ?? {}, 'deletionProtection'), ...(isSet && { deletionProtection }) },
    }),
  } as T;
}
