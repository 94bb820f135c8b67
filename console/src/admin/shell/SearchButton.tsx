import { Button } from '@patternfly/react-core';
import { SearchIcon } from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { useEffect } from 'react';
import { useTranslation } from '../words/use-translation.ts';

/** Opens the quick search, as Ctrl+K and ⌘K do on every page. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('console');
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      // A dialog keeps its focus, and browsers open their own search.
      event.preventDefault();
      if (!document.querySelector('[role=dialog]')) onOpen();
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, [onOpen]);
  const label = t('quickSearch');
  return (
    <Button
      variant="plain"
      icon={<SearchIcon />}
      aria-label={label}
      aria-keyshortcuts="Control+K"
      title={`${label} (Ctrl K)`}
      onClick={onOpen}
    />
  );
}
