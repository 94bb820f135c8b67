import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../http/call.ts';
import { useNotify } from '../../../ui/Notices.tsx';
import { useTranslation } from '../../../words/use-translation.ts';

/** A token in the api's answer. Its text is in the answer to its making only. */
export interface ScimToken {
  id: string;
  displayName: string;
  maker: string;
  /** Empty if a person made the token. Only its custom resource ends a declared one. */
  declaredName: string;
  createdTime: string;
  expireTime: string;
  lastUsedTime: string;
}

const keyOf = (organization: string) => ['organization', 'scim-tokens', organization];

export const tokensQuery = (organization: string) =>
  queryOptions({
    queryKey: keyOf(organization),
    queryFn: async ({ signal }) =>
      (await call<ScimToken[]>('get-scim-tokens', { query: { owner: organization }, signal })).data,
  });

/** Makes a token, and returns its text. */
export function useMakeToken(organization: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (displayName: string) =>
      (await call<string>('add-scim-token', { body: { owner: organization, displayName } })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(organization) }),
  });
}

export function useDeleteToken(organization: string) {
  const { t } = useTranslation('editor');
  const notify = useNotify();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('delete-scim-token', { body: { owner: organization, id } }),
    onSuccess: () => notify('success', t('scim.deleted')),
    onError: (error) => notify('danger', error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(organization) }),
  });
}
