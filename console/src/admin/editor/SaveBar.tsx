import { ActionList, ActionListGroup, ActionListItem, Button, PageSection } from '@patternfly/react-core';
import { useTranslation } from '../words/use-translation.ts';
import type { Busy } from './use-editing.ts';
import { useKeyboardHeight } from './use-keyboard-height.ts';

interface Props {
  busy: Busy;
  hasChanges: boolean;
  onSave: () => void;
  onSaveAndExit: () => void;
  /** Cancel exists only for a new object. */
  onCancel?: () => void;
}

/** The buttons of an editor, always in sight at the foot of the page. */
export function SaveBar({ busy, hasChanges, onSave, onSaveAndExit, onCancel }: Props) {
  const { t } = useTranslation();
  const height = useKeyboardHeight();
  // A disabled button would lose the focus.
  const stateOf = (what: Busy) => ({ isLoading: busy === what, isAriaDisabled: busy !== undefined });
  return (
    <PageSection className="save-bar" stickyOnBreakpoint={{ default: 'bottom' }} style={{ insetBlockEnd: height }}>
      <ActionList>
        <ActionListGroup>
          <ActionListItem>
            <Button {...stateOf('save')} onClick={onSave}>
              {t('save')}
            </Button>
          </ActionListItem>
          <ActionListItem>
            <Button variant="secondary" {...stateOf('saveAndExit')} onClick={onSaveAndExit}>
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
        {hasChanges && (
          <ActionListItem className="unsaved">
            <span>{t('editor:unsaved')}</span>
          </ActionListItem>
        )}
      </ActionList>
    </PageSection>
  );
}
