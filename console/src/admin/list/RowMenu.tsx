import type { Kind, Row } from '@doorwright/crds';
import { DropdownItem } from '@patternfly/react-core';
import { EllipsisVIcon } from '@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { DeleteDialog } from '../delete/delete-dialog.ts';
import { isBuiltIn, isEdited } from '../kinds.ts';
import { paths } from '../paths.ts';
import { hereAsOrigin } from '../router/page.ts';
import { type Account, mayDelete } from '../session/account.ts';
import { isSealed, mayUnseal } from '../session/sealed.ts';
import { OpenMenu } from '../ui/DropMenu.tsx';
import { focusMain } from '../ui/page-focus.ts';
import { useCopy } from '../ui/use-copy.ts';
import { useTranslation } from '../words/use-translation.ts';
import { ActionDialog } from './action-dialog.ts';
import { useKindList } from './kind-list.ts';

const none = () => [];

interface Props {
  kind: Kind;
  row: Row;
  account: Account | null | undefined;
  label: string;
}

/** The menu with the actions of a row, open at first. */
export function RowMenu({ kind, row, account, label }: Props) {
  const { t } = useTranslation();
  const copy = useCopy();
  const navigate = useNavigate();
  const { leadsTo = none, copies = none, ends } = useKindList();
  const [isDeleting, setDeleting] = useState(false);
  const toggleId = useId();
  const isDeleted = useRef(false);
  // The menu is closed. Its button gets the focus back, or another element if the row is gone.
  useEffect(() => (isDeleting ? () => document.getElementById(toggleId)?.focus() : undefined), [isDeleting, toggleId]);
  useEffect(() => () => void (isDeleted.current && focusMain()), []);
  const items: { title: string; isDisabled?: boolean; onClick: () => void }[] = [
    ...leadsTo(row).map(({ words, path, isOutside }) => ({
      title: t(words),
      onClick: () => void (isOutside ? location.assign(path) : navigate(path)),
    })),
    ...copies(row).map(({ words, text }) => ({ title: t(words), onClick: () => void copy(text, t('copied')) })),
    ...(isEdited(kind)
      ? [
          {
            title: t('edit'),
            onClick: () => void navigate(paths.editor(kind, row), { state: hereAsOrigin() }),
          },
        ]
      : []),
    ...(account && mayDelete(kind, account)
      ? [
          {
            title: t(ends ? 'list:bulk.end' : 'delete'),
            isDisabled: isBuiltIn(kind, row) || (isSealed(kind, row) && !mayUnseal(account)),
            onClick: () => setDeleting(true),
          },
        ]
      : []),
  ];
  return (
    <>
      <OpenMenu toggle={{ id: toggleId, variant: 'plain', icon: <EllipsisVIcon />, 'aria-label': label }}>
        {items.map(({ title, ...item }) => (
          <DropdownItem key={title} {...item}>
            {title}
          </DropdownItem>
        ))}
      </OpenMenu>
      {isDeleting && ends && <ActionDialog kind={kind} rows={[row]} action="end" onClose={() => setDeleting(false)} />}
      {isDeleting && !ends && (
        <DeleteDialog
          kind={kind}
          row={row}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            isDeleted.current = true;
          }}
        />
      )}
    </>
  );
}
