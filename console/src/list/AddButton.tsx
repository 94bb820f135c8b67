import type { Kind } from '@doorwright/crds';
import { Button } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../paths.ts';

interface Props {
  kind: Kind;
  organization?: string;
  title?: string;
}

/** Opens the editor of a new object. The server stores nothing before the first save. */
export function AddButton({ kind, organization, title }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const open = () => void navigate(paths.add(kind, organization), { state: { from: pathname + search } });
  return <Button onClick={open}>{title ?? t('add')}</Button>;
}
