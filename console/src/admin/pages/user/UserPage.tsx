import type { Row } from '@doorwright/crds';
import { PageSection, Spinner } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from '../../../shared/exchange.ts';
import { idIn, objectQuery } from '../../editor/object-query.ts';
import { ResourceEditor } from '../../editor/ResourceEditor.tsx';
import { call } from '../../http/call.ts';
import { queries } from '../../http/queries.ts';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import type { LoadedPage } from '../../router/page.ts';
import { accountNow } from '../../session/account.ts';
import { FailedState } from '../../ui/FailedState.tsx';
import { NotFound } from '../../ui/NotFound.tsx';
import { useAddressNames } from '../../ui/use-address-names.ts';
import { useTranslation } from '../../words/use-translation.ts';
import { rulesQuery, standingOf, useStanding } from './account-rules.ts';
import { Profile } from './Profile.tsx';
import { userEditor } from './user-editor.ts';

/** The page of a user: the editor for administrators, the account page for the user, the public profile for others. */
function UserPage() {
  const { owner = '', key = '' } = useAddressNames<'owner' | 'key'>();
  const standing = useStanding({ owner, name: key });
  if (standing === 'self') return <OwnPage />;
  if (standing === 'stranger') return <PublicPage key={`${owner}/${key}`} id={`${owner}/${key}`} />;
  return <ResourceEditor kind={registry.named('user')} special={userEditor} />;
}

export const userPage: LoadedPage = {
  Component: UserPage,
  ask(_query, names) {
    const kind = registry.named('user');
    const id = idIn(kind, names);
    const isEdited = standingOf(accountNow(), { owner: id.owner, name: id.key }) === 'administrator';
    if (!isEdited) return;
    void queries.prefetchQuery(objectQuery(kind, id, userEditor.query));
    void queries.prefetchQuery(rulesQuery(id.owner));
  },
};

/** Leads on to the account page, which replaces this one in the history. */
function OwnPage() {
  const { t } = useTranslation();
  useEffect(() => location.replace(paths.account), []);
  return (
    <PageSection isFilled>
      <Spinner aria-label={t('loading')} />
    </PageSection>
  );
}

function PublicPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['user', 'public', id],
    queryFn: async ({ signal }) => (await call<Row>('get-user', { query: { id }, signal })).data,
  });
  if (error instanceof CallError && error.code !== 'unreachable') return <NotFound text={t('userNotFound')} />;
  if (data) return <Profile user={data} />;
  return (
    <PageSection isFilled>
      {error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Spinner aria-label={t('loading')} />}
    </PageSection>
  );
}
