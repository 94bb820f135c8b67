import type { Kind } from '@doorwright/crds';
import { Divider, DropdownItem } from '@patternfly/react-core';
import { BookmarkIcon } from '@patternfly/react-icons/dist/esm/icons/bookmark-icon';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { keepPersonal, readPersonal } from '../browser/personal.ts';
import { useAccountId } from '../session/account.ts';
import { DropMenu } from '../ui/DropMenu.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { filterIn } from './list-state.ts';

const NameDialog = lazyDialog([], async () => (await import('./NameDialog.tsx')).NameDialog);

interface SavedFilter {
  name: string;
  search: string;
}

const isSaved = (value: unknown): value is SavedFilter =>
  typeof value === 'object' && value !== null && 'name' in value && 'search' in value;

/** Names for searches, filters and orders of this list. The browser keeps them for each user and kind. */
export function SavedFilters({ kind }: { kind: Kind }) {
  const { t } = useTranslation('list');
  const user = useAccountId();
  const present = filterIn(useLocation().search);
  const navigate = useNavigate();
  const store = `filters ${kind.name}`;
  const kept = readPersonal(user, store);
  const [saved, setSaved] = useState<readonly SavedFilter[]>(Array.isArray(kept) ? kept.filter(isSaved) : []);
  const [isNaming, setNaming] = useState(false);
  const keep = (next: readonly SavedFilter[]) => {
    keepPersonal(user, store, next);
    setSaved(next);
  };
  const current = saved.find(({ search }) => search === present);
  const label = t('filters.title');
  if (saved.length === 0 && !present) return null;
  return (
    <>
      <DropMenu toggle={{ variant: 'plain', 'aria-label': label, title: label, icon: <BookmarkIcon /> }}>
        {saved.map(({ name, search }) => (
          <DropdownItem key={name} isSelected={search === present} onClick={() => navigate({ search })}>
            {name}
          </DropdownItem>
        ))}
        {saved.length > 0 && present && <Divider component="li" />}
        {present && !current && <DropdownItem onClick={() => setNaming(true)}>{t('filters.save')}</DropdownItem>}
        {current && (
          <DropdownItem isDanger onClick={() => keep(saved.filter((each) => each !== current))}>
            {t('filters.delete', { name: current.name })}
          </DropdownItem>
        )}
      </DropMenu>
      {isNaming && (
        <NameDialog
          onName={(name) => keep([...saved.filter((each) => each.name !== name), { name, search: present }])}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
