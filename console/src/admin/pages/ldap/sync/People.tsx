import type { Row } from '@doorwright/crds';
import { Button, Content, SearchInput } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Pages } from '../../../list/Pages.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { FailedState } from '../../../ui/FailedState.tsx';
import { useNotify } from '../../../ui/Notices.tsx';
import { SingleSelect } from '../../../ui/SingleSelect.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { type Mark, PeopleTable } from './PeopleTable.tsx';
import { existingQuery, foundIn, keyOf, type Person } from './people.ts';
import { SyncProgress } from './SyncProgress.tsx';
import { useSyncPeople } from './use-sync-people.ts';

const first = { page: 1, pageSize: 10 };
const nobody: ReadonlySet<string> = new Set();

/** People of a directory, whom somebody can choose and make users. */
export function People({ directory, people }: { directory: Row; people: readonly Person[] }) {
  const { t } = useTranslation('sync-runs');
  const notify = useNotify();
  const [asked, setAsked] = useState(first);
  const [text, setText] = useState('');
  const [group, setGroup] = useState('');
  const [selected, select] = useState(nobody);
  const [isAsking, setAsking] = useState(false);
  const sync = useSyncPeople(directory);
  const { data: existing, error, refetch } = useQuery(existingQuery(String(directory.owner), people));
  if (error && !existing) return <FailedState error={error} onRetry={() => void refetch()} />;
  // Nobody can be chosen before it is known who is a user.
  if (!existing) return <p role="status">{t('directory.comparing')}</p>;
  const has = (list: readonly Person[] | null | undefined, person: Person) =>
    list?.some((each) => keyOf(each) === keyOf(person)) === true;
  const tried = new Set(sync.data && sync.variables?.map(keyOf));
  const markOf = (person: Person): Mark | undefined => {
    if (has(sync.data?.failed, person)) return 'failed';
    if (tried.has(keyOf(person)) && !has(sync.data?.exist, person)) return 'added';
    return existing.has(person.uuid) || has(sync.data?.exist, person) ? 'exists' : undefined;
  };
  const found = foundIn(people, text, group);
  const open = found.filter((person) => person.uuid !== '' && [undefined, 'failed'].includes(markOf(person)));
  const chosen = people.filter((person) => selected.has(keyOf(person)));
  const groups = [...new Set(people.map(({ groupId }) => groupId))].filter(Boolean).sort();
  const start = (Math.min(asked.page, Math.max(1, Math.ceil(found.length / asked.pageSize))) - 1) * asked.pageSize;
  const narrow = () => setAsked({ ...asked, page: 1 });
  const begin = () => {
    if (sync.isPending) return;
    if (chosen.length === 0) notify('danger', t('directory.selectFirst'), 'select-first');
    else setAsking(true);
  };
  return (
    <section className="sync-runs" aria-label={t('people')}>
      <div className="sync-tools">
        <SearchInput
          className="sync-search"
          aria-label={t('directory.search')}
          placeholder={t('directory.search')}
          value={text}
          resetButtonLabel={t('common:reset')}
          onChange={(_event, typed) => {
            setText(typed);
            narrow();
          }}
          onClear={() => {
            setText('');
            narrow();
          }}
        />
        {groups.length > 0 && (
          <SingleSelect
            label={t('directory.columns.groupId')}
            choices={[
              { value: '', title: t('directory.everyGroup') },
              ...groups.map((value) => ({ value, title: value })),
            ]}
            chosen={group}
            onChoose={(value) => {
              setGroup(value);
              narrow();
            }}
          />
        )}
        <Button isLoading={sync.isPending} isAriaDisabled={sync.isPending} onClick={begin}>
          {t('directory.sync')}
        </Button>
        <span role="status" className="sync-note">
          {t('directory.selected', { count: chosen.length })}
        </span>
      </div>
      {sync.isPending && (
        <SyncProgress
          source={{ kind: 'ldap', id: `${directory.owner}/${directory.id}` }}
          total={sync.variables.length}
        />
      )}
      {found.length === 0 ? (
        <Content component="p">{t('nobodyFound')}</Content>
      ) : (
        <PeopleTable
          people={found.slice(start, start + asked.pageSize)}
          markOf={markOf}
          selected={selected}
          isAllSelected={open.length > 0 && open.every((person) => selected.has(keyOf(person)))}
          onSelect={(person, isOn) => {
            const rest = [...selected].filter((key) => key !== keyOf(person));
            select(new Set(isOn ? [...rest, keyOf(person)] : rest));
          }}
          onSelectAll={(isOn) => {
            const keys = open.map(keyOf);
            select(new Set(isOn ? [...selected, ...keys] : [...selected].filter((key) => !keys.includes(key))));
          }}
        />
      )}
      {found.length > first.pageSize && (
        <Pages state={asked} total={found.length} onChange={(change) => setAsked({ ...asked, page: 1, ...change })} />
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('directory.confirm')}
          about={t('directory.selected', { count: chosen.length })}
          stay={t('common:cancel')}
          onStay={() => setAsking(false)}
        >
          <Button
            onClick={() => {
              setAsking(false);
              // A refused call keeps the selection.
              sync.mutate(chosen, { onSuccess: () => select(nobody) });
            }}
          >
            {t('directory.sync')}
          </Button>
        </ConfirmDialog>
      )}
    </section>
  );
}
