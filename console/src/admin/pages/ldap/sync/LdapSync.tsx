import { Content, PageSection } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../../../shared/exchange.ts';
import { idIn, objectQuery } from '../../../editor/object-query.ts';
import { queries } from '../../../http/queries.ts';
import { registry } from '../../../kinds.ts';
import { paths } from '../../../paths.ts';
import { Link } from '../../../router/Link.tsx';
import type { LoadedPage } from '../../../router/page.ts';
import { accountNow, mayOpen, useAccount } from '../../../session/account.ts';
import { FailedState } from '../../../ui/FailedState.tsx';
import { Forbidden } from '../../../ui/Forbidden.tsx';
import { NotFound } from '../../../ui/NotFound.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Trail } from '../../../ui/Trail.tsx';
import { useAddressNames } from '../../../ui/use-address-names.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { People } from './People.tsx';
import { peopleQuery } from './people.ts';
import '../../sync/sync.css';

const kind = registry.named('ldap');

/** The people of a directory. An administrator chooses those who become users. */
function LdapSync() {
  const { t } = useTranslation('sync-runs');
  const account = useAccount();
  const id = idIn(kind, useAddressNames<'key'>());
  const { data: directory, error } = useQuery(objectQuery(kind, id, undefined));
  const people = useQuery(peopleQuery(directory));
  if (error instanceof CallError && error.code === 'not-found') return <NotFound />;
  if (error instanceof CallError && error.code === 'unauthorized') return <Forbidden />;
  if (directory && account && !mayOpen(kind, account, directory)) return <Forbidden />;
  const problem = error ?? people.error;
  const title = t('directory.title', { name: directory?.serverName ?? '' });
  const retry = () => void (error ? queries.invalidateQueries({ queryKey: ['ldap', 'one'] }) : people.refetch());
  return (
    <>
      <PageTitle topics={directory ? [title] : []} />
      {directory && <Trail kind={kind} organization={String(directory.owner)} here={title} />}
      <PageSection>
        <Content component="h1">{title}</Content>
        {directory && <Link to={paths.editor(kind, directory)}>{t('directory.settings')}</Link>}
      </PageSection>
      <PageSection isFilled>
        {problem && !people.isFetching && <FailedState error={problem} onRetry={retry} />}
        {people.isFetching && <p role="status">{t('directory.reading')}</p>}
        {directory && people.data && !people.isFetching && <People directory={directory} people={people.data} />}
      </PageSection>
    </>
  );
}

export const ldapSyncPage: LoadedPage = {
  Component: LdapSync,
  ask: (_query, names) => void (accountNow() && queries.prefetchQuery(objectQuery(kind, idIn(kind, names), undefined))),
};
