import { descriptionOf, offeredTypes } from '@doorwright/crds/providers/described.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../http/call.ts';

/** The types of a category that this installation has. Some need a setting of it, so the server tells which are on. */
export function useOfferedTypes(category: unknown): string[] {
  const types = offeredTypes(category);
  const needsSetting = (type: string) => descriptionOf({ category, type })?.setting !== undefined;
  const { data: on = [] } = useQuery({
    queryKey: ['provider-types'],
    queryFn: async () => (await call<string[]>('get-provider-types')).data,
    enabled: types.some(needsSetting),
  });
  return types.filter((type) => !needsSetting(type) || on.includes(type));
}
