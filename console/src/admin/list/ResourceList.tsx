import type { Kind, Row } from '@doorwright/crds';
import { Content, Drawer, DrawerContent, DrawerContentBody, PageSection } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CallError } from '../../shared/exchange.ts';
import { isEdited } from '../kinds.ts';
import { mayAdd, useAccount } from '../session/account.ts';
import { Forbidden } from '../ui/Forbidden.tsx';
import { NotFound } from '../ui/NotFound.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Trail } from '../ui/Trail.tsx';
import { useAddressNames } from '../ui/use-address-names.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { DetailsPanel } from './DetailsPanel.tsx';
import { ExportButton } from './ExportButton.tsx';
import { type KindList, KindListProvider } from './kind-list.ts';
import { ListBody } from './ListBody.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { listQuery } from './list-query.ts';
import { useListState } from './list-state.ts';
import { Pages } from './Pages.tsx';
import { rangeText, useTotalText } from './total-text.ts';
import { useColumns } from './use-columns.ts';
import { useOrganizationState } from './use-organization-state.ts';
import { idOf, useSelection } from './use-selection.ts';
import { useSteadyPage } from './use-steady-page.ts';

interface Props {
  kind: Kind;
  /** What the list has beside its model. */
  special?: KindList | undefined;
}

const nothing: KindList = {};

/** The total of the last answer for the same search: another page or order does not change it. */
function useLastTotal(search: string, total: number | undefined): number | undefined {
  const last = useRef({ search, total });
  if (last.current.search !== search || total !== undefined) last.current = { search, total };
  return last.current.total;
}

/** The list of a kind, drawn from its model. At an organization's address it lists the objects of this organization. */
export function ResourceList({ kind, special = nothing }: Props) {
  const { language } = useTranslation();
  const totalText = useTotalText();
  const { organization } = useAddressNames<'organization'>();
  const words = useKindWords(kind);
  const account = useAccount();
  const { Above, Summary, Tools } = special;
  const [state, change] = useListState(kind);
  const { data, error, refetch } = useQuery(listQuery(kind, state, organization));
  const search = JSON.stringify([
    state.field,
    state.value,
    state.from,
    state.to,
    state.text,
    state.equals,
    organization,
  ]);
  const selection = useSelection(kind, search);
  const columns = useColumns(kind, organization !== undefined);
  const [opened, setOpened] = useState<Row>();
  const isNarrow = useNarrow();
  const opener = useRef<Element>(null);
  const owner = useOrganizationState(organization, data?.total === 0);
  const shown = useSteadyPage(
    { state, page: owner === 'known' ? data : undefined, hasFailed: error !== null, list: organization ?? '' },
    change,
  );
  const lastTotal = useLastTotal(search, data?.total);
  const total = shown.page?.total ?? lastTotal;
  const { state: stateShown, page, turn } = shown;
  const pages = useMemo(
    () => Boolean(total) && <Pages kind={kind} state={stateShown} total={total ?? 0} onChange={turn} isCompact />,
    [kind, stateShown, total, turn],
  );
  const retry = useCallback(() => void refetch(), [refetch]);
  const open = useCallback((row: Row) => {
    opener.current = document.activeElement;
    setOpened(row);
  }, []);

  if (error instanceof CallError && error.code === 'unauthorized') return <Forbidden />;
  if (owner === 'unknown') return <NotFound />;
  const close = () => {
    // Before the focus returns, because the list below an open drawer takes none on a phone.
    flushSync(() => setOpened(undefined));
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const filter = (field: string, value: string) => {
    close();
    change({ equals: { ...state.equals, [field]: value } });
  };
  return (
    <KindListProvider value={special}>
      <PageTitle topics={organization ? [words.plural, organization] : [words.plural]} />
      {organization && <Trail kind={kind} organization={organization} here={words.plural} />}
      <PageSection>
        <div className="list-head">
          <Content component="h1">{words.plural}</Content>
          <div className="list-tools">
            {/* A list with tools of its own has its own export. */}
            {Tools ? (
              <Tools {...(organization && { organization })} state={state} />
            ) : (
              <ExportButton kind={kind} state={state} organization={organization} />
            )}
            {Above && account && mayAdd(kind, account) && <Above {...(organization && { organization })} />}
          </div>
        </div>
      </PageSection>
      <PageSection isFilled aria-busy={!page && !error}>
        {/* Screen readers announce the result of a search, and which rows another page has. */}
        <span role="status" className="pf-v6-screen-reader">
          {page &&
            (page.total > 0 ? `${rangeText(stateShown, page.total, language)} · ` : '') + totalText(page.total, kind)}
        </span>
        {Summary && <Summary {...(organization && { organization })} state={stateShown} />}
        <ListToolbar
          kind={kind}
          organization={organization}
          columns={columns}
          selection={selection}
          pages={pages}
          total={total ?? 0}
          onChange={change}
        />
        <Drawer isExpanded={opened !== undefined}>
          <DrawerContent
            panelContent={opened && <DetailsPanel kind={kind} row={opened} onFilter={filter} onClose={close} />}
          >
            <DrawerContentBody inert={isNarrow && opened !== undefined}>
              <ListBody
                kind={kind}
                organization={organization}
                columns={columns.columns}
                page={page}
                total={total}
                error={error}
                state={stateShown}
                selection={selection}
                onChange={change}
                onTurn={turn}
                onRetry={retry}
                onOpen={isEdited(kind) ? undefined : open}
                opened={opened && idOf(kind, opened)}
              />
            </DrawerContentBody>
          </DrawerContent>
        </Drawer>
      </PageSection>
    </KindListProvider>
  );
}
