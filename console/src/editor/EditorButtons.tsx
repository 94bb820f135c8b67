import { ActionList, ActionListGroup, ActionListItem, Button } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import type { Busy } from './use-editing.ts';

interface Props {
  busy: Busy;
  isReadOnly: boolean;
  onSave: () => void;
  onSaveAndExit: () => void;
  /** Cancel exists only for a new object. */
  onCancel?: () => void;
}

export function EditorButtons({ busy, isReadOnly, onSave, onSaveAndExit, onCancel }: Props) {
  const { t } = useTranslation();
  if (isReadOnly) return null;
  // A disabled button would lose the focus.
  const stateOf = (what: Busy) => ({ isLoading: busy === what, isAriaDisabled: busy !== undefined });
  return (
    <ActionList>
      <ActionListGroup>
        <ActionListItem>
          <Button variant="secondary" {...stateOf('save')} onClick={onSave}>
            {t('save')}
          </Button>
        </ActionListItem>
        <ActionListItem>
          <Button {...stateOf('saveAndExit')} onClick={onSaveAndExit}>
            {t('saveAndExit')}
          </Button>
        </ActionListItem>
        {onCancel && (
          <ActionListItem>
            <Button variant="link" isAriaDisabled={busy !== undefined} onClick={onCancel}>
              {t('cancel')}
            </Button>
          </ActionListItem>
        )}
      </ActionListGroup>
    </ActionList>
  );
}
