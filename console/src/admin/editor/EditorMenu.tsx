import type { Kind, Row } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/is-declared.ts';
import { Divider, DropdownItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { DeleteDialog } from '../delete/delete-dialog.ts';
import { isBuiltIn, registry } from '../kinds.ts';
import { paths } from '../paths.ts';
import { mayDelete, mayList, useAccount } from '../session/account.ts';
import { isSealed, mayUnseal } from '../session/sealed.ts';
import { DropMenu } from '../ui/DropMenu.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { useTranslation } from '../words/use-translation.ts';
import { useKindEditor } from './kind-editor.ts';
import { tabParameter } from './use-editor-tab.ts';
import { yamlTab } from './use-tabs.ts';

interface Props {
  kind: Kind;
  /** The stored object. */
  object: Row;
  onDeleted: () => void;
}

const records = registry.named('record');

/** The actions of an object. */
export function EditorMenu({ kind, object, onDeleted }: Props) {
  const { t } = useTranslation('editor');
  const account = useAccount();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const copy = useCopy();
  const { deletionDoes } = useKindEditor();
  const [isDeleting, setDeleting] = useState(false);
  if (!account) return null;
  const address = paths.editor(kind, object) + (params.size > 0 ? `?${params}` : '');
  const about = `${kind.name} ${object.owner}/${object[kind.key]}`;
  const isKept = isBuiltIn(kind, object) || (isSealed(kind, object) && !mayUnseal(account));
  return (
    <>
      <DropMenu toggle={{ variant: 'secondary', children: t('menu.title') }}>
        <DropdownItem onClick={() => void copy(location.origin + address, t('common:copied'))}>
          {t('common:copyLink')}
        </DropdownItem>
        {isDeclared(kind) && (
          <DropdownItem onClick={() => setParams({ [tabParameter]: yamlTab })}>{t('menu.yaml')}</DropdownItem>
        )}
        {mayList(records, account) && (
          <DropdownItem onClick={() => navigate(`/records?object=${encodeURIComponent(about)}`)}>
            {t('menu.records')}
          </DropdownItem>
        )}
        {mayDelete(kind, account) && (
          <>
            <Divider component="li" />
            <DropdownItem isDanger isDisabled={isKept} onClick={() => setDeleting(true)}>
              {t('common:delete')}
            </DropdownItem>
          </>
        )}
      </DropMenu>
      {isDeleting && (
        <DeleteDialog
          kind={kind}
          row={object}
          about={deletionDoes && t(deletionDoes)}
          onClose={() => setDeleting(false)}
          onDeleted={onDeleted}
        />
      )}
    </>
  );
}
