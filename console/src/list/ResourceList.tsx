import type { Kind } from '@doorwright/crds';
import { Button, Content, PageSection } from '@patternfly/react-core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallError } from '../http/exchange.ts';
import { readPage } from '../http/read-page.ts';
import { FailedState } from '../ui/FailedState.tsx';
import { Forbidden } from '../ui/Forbidden.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { focusMain } from '../ui/page-focus.ts';
import { Trail } from '../ui/Trail.tsx';
import { useAddressNames } from '../ui/use-address-names.ts';
import { useKindWords } from '../words/kind-words.ts';
import { type KindList, KindListProvider } from './kind-list.ts';
import { ListTable } from './ListTable.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { useListState } from './list-state.ts';
import { NoRows } from './NoRows.tsx';
import { Pages } from './Pages.tsx';
import { useOrganizationState } from './use-organization-state.ts';

interface Props {
  kind: Kind;
  /** What the list has beside its model. */
  special?: KindList | undefined;
}

const nothing: KindList = {};

/** The list of a kind, drawn from its model. At an organization's address it lists the objects of this organization. */
export function ResourceList({ kind, special = nothing }: Props) {
  const { t } = useTranslation('console');
  const { organization } = useAddressNames<'organization'>();
  const words = useKindWords(kind);
  const [state, change] = useListState(kind);
  const query = { ...state, ...(organization && { owner: organization }) };
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    queryKey: [kind.name, 'list', query],
    queryFn: ({ signal }) => readPage(kind, query, { signal }),
    placeholderData: keepPreviousData,
    // Within an hour, a user who returns from an object finds the list at the same height and position.
    gcTime: 3_600_000,
  });
  const house = useOrganizationState(organization, data?.total === 0);

  if (error instanceof CallError && error.code === 'unauthorized') return <Forbidden />;
  if (house === 'unknown') return <NotFound />;
  const isFiltered = state.value !== '';
  const isNarrowed = [state.field, state.value, state.sortField].some(Boolean);
  const showAll = () => {
    change({ field: '', value: '', sortField: '', sortOrder: '' });
    // The pressed button disappears with its row.
    focusMain();
  };
  return (
    <KindListProvider value={special}>
      <PageTitle topics={organization ? [words.plural, organization] : [words.plural]} />
      {organization && <Trail kind={kind} organization={organization} here={words.plural} />}
      <PageSection>
        <Content component="h1">{words.plural}</Content>
      </PageSection>
      <PageSection isFilled aria-busy={isFetching}>
        {/* For those who do not see the table follow what they search. */}
        <span role="status" className="pf-v6-screen-reader">
          {data && !isPlaceholderData && t('common:total', { count: data.total })}
        </span>
        <ListToolbar
          kind={kind}
          state={state}
          onChange={change}
          {...(organization && { organization })}
          pages={data && data.total > 0 && <Pages state={state} total={data.total} onChange={change} isCompact />}
        />
        {error ? (
          <FailedState error={error} onRetry={() => void refetch()}>
            {/* What the address asks for may be what was refused. */}
            {isNarrowed && (
              <Button variant="link" onClick={showAll}>
                {t('clearFilters')}
              </Button>
            )}
          </FailedState>
        ) : data?.total === 0 && house === 'known' ? (
          <NoRows kind={kind} isFiltered={isFiltered} onClear={() => change({ field: '', value: '' })} />
        ) : (
          <>
            <ListTable kind={kind} rows={house === 'known' ? data?.rows : undefined} state={state} onChange={change} />
            {data && <Pages state={state} total={data.total} onChange={change} />}
          </>
        )}
      </PageSection>
    </KindListProvider>
  );
}
