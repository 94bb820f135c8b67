import { Modal, ModalBody } from '@patternfly/react-core';
import { type RefObject, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { registry } from '../kinds.ts';
import { paths } from '../paths.ts';
import { type Account, isAdministrator } from '../session/account.ts';
import { DialogHeader } from '../ui/DialogHeader.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { type Group, type Item, ResultList } from './ResultList.tsx';
import { useFound } from './use-found.ts';
import { usePlaces } from './use-places.ts';
import './search.css';

interface Props {
  account: Account;
  /** What somebody typed before this was loaded. */
  begun: RefObject<string>;
  onClose: () => void;
}

const mostPages = 6;
/** The server counts fewer. */
const mostCounted = 10_001;

/** Ctrl+K: objects, pages and actions by a part of their name. */
export function QuickSearch({ account, begun, onClose }: Props) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const [text, setText] = useState(() => begun.current);
  const { pages, actions } = usePlaces(account);
  const { found, totals, isCurrent } = useFound(text, isAdministrator(account));
  const sought = text.trim().toLocaleLowerCase();
  const fits = ({ title }: { title: string }) => title.toLocaleLowerCase().includes(sought);
  // Until the answer comes, only those of the last one that still fit stay: Enter must never open another object.
  const shown = isCurrent
    ? found
    : found.filter(({ name, displayName }) => fits({ title: name }) || fits({ title: displayName }));
  const go = (path: string) => () => {
    void navigate(path);
    onClose();
  };
  const allOf = (kind: string, total = mostCounted): Item => {
    const path = paths.searched(registry.named(kind), text.trim());
    const title = total < mostCounted ? t('showAll', { total }) : t('showMany');
    return { key: path, kind, title, run: go(path) };
  };
  const groups: Group[] = [
    {
      title: t('pages'),
      items: pages
        .filter(fits)
        .slice(0, mostPages)
        .map(({ title, kind, path }) => ({ key: path, title, kind, run: go(path) })),
    },
    ...[...Map.groupBy(shown, ({ kind }) => kind)].map(([kind, objects]) => ({
      title: t(`${kind}:plural`),
      items: [
        ...objects.map(({ owner, name, displayName, avatar }): Item => {
          const path = paths.editor(registry.named(kind), { owner, name });
          const place = owner === 'admin' ? name : `${owner}/${name}`;
          const portrait = avatar === undefined ? {} : { portrait: avatar };
          return { key: path, kind, title: displayName || name, detail: place, ...portrait, run: go(path) };
        }),
        ...(isCurrent && kind in totals ? [allOf(kind, totals[kind] ?? undefined)] : []),
      ],
    })),
    {
      title: t('actions'),
      items: sought
        ? actions.filter(fits).map(({ title, kind }) => ({
            key: `add ${kind.name}`,
            title,
            kind: kind.name,
            run: go(paths.add(kind)),
          }))
        : [],
    },
  ].filter(({ items }) => items.length > 0);
  return (
    <Modal isOpen variant="medium" position="top" onClose={onClose} aria-label={t('title')} className="quick-search">
      <DialogHeader title={t('title')} />
      <ModalBody>
        <ResultList
          text={text}
          groups={groups}
          isBusy={!isCurrent}
          hint={isAdministrator(account) ? t('hint') : t('hintPages')}
          onText={setText}
        />
      </ModalBody>
    </Modal>
  );
}
