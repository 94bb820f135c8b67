import { type Language, languages } from '@doorwright/locales';
import { chooseLanguage, languageNames } from '../words/language.ts';

export function LanguageBox({ label, language }: { label: string; language: string }) {
  return (
    <select
      className="language"
      aria-label={label}
      value={language}
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
