import type { Row } from '@doorwright/crds';
import type { UserSourceKind } from '@doorwright/crds/options/sync.ts';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { hasText } from '../../words/translate.ts';
import { useTranslation } from '../../words/use-translation.ts';

/** A directory, syncer or provisioning program of a user, with the fields that nobody can change here. */
interface UserSource {
  kind: UserSourceKind;
  /** owner/name of a syncer or an organization, owner/id of a directory. */
  id: string;
  title: string;
  fields: readonly string[];
}

/** The api tells administrators only. */
export const sourcesOf = ({ sources }: Row): readonly UserSource[] => (sources ?? []) as readonly UserSource[];

/** Where the user comes from, and which fields are therefore locked. */
export function SourceNotes({ object }: { object: Row }) {
  const { t, language } = useTranslation('users');
  const labels = (fields: readonly string[]) =>
    new Intl.ListFormat(language).format(
      fields.filter((field) => hasText(`fields.${field}`, 'user')).map((field) => t(`user:fields.${field}`)),
    );
  return sourcesOf(object).map(({ kind, id, title, fields }) => {
    const [owner, key] = id.split('/');
    const named = registry.named(kind === 'scim' ? 'organization' : kind);
    const path = paths.editor(named, { owner, [named.key]: key });
    const to = kind === 'scim' ? `${path}?tab=provisioning` : path;
    const link = <Link to={to}>{t(`sources.open.${kind}`)}</Link>;
    return (
      <Alert
        key={`${kind} ${id}`}
        isInline
        variant="info"
        className="above"
        title={t(`sources.from.${kind}`, { title })}
        actionLinks={link}
      >
        {fields.length > 0 && t('sources.locked', { fields: labels(fields) })}
      </Alert>
    );
  });
}
