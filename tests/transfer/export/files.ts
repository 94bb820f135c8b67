import type { Loss } from '@doorwright/transfer/contract.ts';
import { type Exported, type ExportedUser, isPiece } from '@doorwright/transfer/export/contract.ts';

export const exportedUser = (fields: Record<string, unknown>, more: Partial<ExportedUser> = {}): ExportedUser => ({
  ...{
    fields: { owner: 'acme', name: 'nora', id: '6f0d', email: 'nora@example.com', ...fields },
    groups: [],
    roles: [],
    stays: [],
  },
  ...more,
});

/** The files of an export, and what they lack. */
export async function filesOf(
  exported: AsyncIterable<Exported>,
): Promise<{ files: string[]; names: string[]; losses: Loss[] }> {
  const files = new Map<string, string>();
  const losses: Loss[] = [];
  for await (const each of exported)
    if (isPiece(each)) files.set(each.file, (files.get(each.file) ?? '') + each.text);
    else losses.push(each);
  return { files: [...files.values()], names: [...files.keys()], losses };
}

export async function* streamOf<T>(values: Iterable<T>): AsyncIterable<T> {
  yield* values;
}
