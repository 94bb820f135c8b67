import type { Problem } from '../problem.ts';
import { type ProviderValues, subTypesOf } from './described.ts';
import { type ProviderCategory, typesOf } from './index.ts';

interface Choice extends ProviderValues {
  category: ProviderCategory;
  type: string;
  subType: string;
}

/** Is the type one of its category, and the sub type one of its type? */
export function providerProblems(provider: Choice): Problem[] {
  const { category, type, subType } = provider;
  const types: readonly string[] = typesOf(category);
  if (!types.includes(type))
    return [{ path: 'type', code: 'not-one-of-for', params: { allowed: types.join(', '), other: category } }];
  const subTypes = subTypesOf(provider);
  if (subType === '' || subTypes.includes(subType)) return [];
  if (subTypes.length === 0) return [{ path: 'subType', code: 'not-empty-for', params: { other: type } }];
  return [{ path: 'subType', code: 'not-one-of-for', params: { allowed: subTypes.join(', '), other: type } }];
}
