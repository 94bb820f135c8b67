import { type Language, languages } from '@doorwright/locales';
import { chooseLanguage, languageNames } from '../../words/language.ts';
import { t } from '../words.ts';

export function LanguageBox() {
  return (
    <select
      aria-label={t('language')}
      value={document.documentElement.lang}
      onChange={({ target }) => chooseLanguage(target.value as Language)}
    >
      {languages.map((each) => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </select>
  );
}
