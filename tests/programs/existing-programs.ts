import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const own = (file: string) => readFileSync(fileURLToPath(new URL(`../../programs/${file}`, import.meta.url)), 'utf8');

/** The part of a text from one mark to another, without the second. */
function between(text: string, first: string, second: string): string {
  const [from, to] = [text.indexOf(first), text.indexOf(second)];
  if (from < 0 || to < from) throw new Error(`“${first}” does not stand before “${second}”`);
  return text.slice(from, to);
}

interface ExistingProgram {
  files: Readonly<Record<string, string>>;
  commands: readonly string[];
}

const server = own('express/server.js');
const packages = JSON.parse(own('express/package.json'));
const security = own('spring-boot/src/main/java/com/example/program/Security.java');
const urls = own('django/urls.py');
const settings = own('django/settings.py');

/** Programs with pages of their own, after the section “In a program that exists” of their page in the guide. */
export const existingPrograms: Readonly<Record<string, ExistingProgram>> = {
  express: {
    files: {
      'package.json': JSON.stringify({ ...packages, scripts: undefined }),
      'shop.js': `${between(server, 'import', 'const app')}
const app = express();
app.use(express.urlencoded({ extended: false }));
${between(server, 'app.use(\n  session', "app.get('/', ")}
${between(server, "app.get('/sign-in'", 'const port')
  .split('app.use((error')
  .join(`
const signedIn = (req, res, next) => (req.session.person ? next() : res.redirect('/sign-in'));
app.get('/', ({ session: { person } }, res) => {
  res.send(person
    ? 'Shop of ' + escaped(person.name) + '<form method="post" action="/sign-out"><button>Sign out</button></form>'
    : '<a href="/sign-in">Sign in</a>');
});
app.get('/orders', signedIn, (req, res) => res.send('Orders of ' + escaped(req.session.person.name)));
app.use((error`)}
app.listen(process.env.PORT);`,
    },
    commands: ['node --env-file=.env shop.js'],
  },
  'spring-boot': {
    files: {
      'pom.xml': own('spring-boot/pom.xml').replace(
        /<dependency>\s+<groupId>[^<]+<\/groupId>\s+<artifactId>[^<]+thymeleaf<\/artifactId>\s+<\/dependency>/,
        '',
      ),
      'src/main/resources/application.yaml': own('spring-boot/src/main/resources/application.yaml'),
      'src/main/java/shop/Security.java': security.replace('com.example.program', 'shop'),
      'src/main/java/shop/Shop.java': `package shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

@SpringBootApplication
@RestController
public class Shop {
  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }

  @GetMapping("/")
  String home(@AuthenticationPrincipal OidcUser person, CsrfToken csrf) {
    if (person == null) return "<a href=\\"/oauth2/authorization/doorwright\\">Sign in</a>";
    return """
        <h1>Shop of %s</h1>
        <form method="post" action="/logout">
          <input type="hidden" name="%s" value="%s">
          <button>Sign out</button>
        </form>
        """
        .formatted(HtmlUtils.htmlEscape(person.getFullName()), csrf.getParameterName(), csrf.getToken());
  }

  @GetMapping("/orders")
  String orders(@AuthenticationPrincipal OidcUser person) {
    return "Orders of " + person.getFullName();
  }
}
`,
    },
    commands: ['mvn -q spring-boot:run'],
  },
  django: {
    files: {
      'shop/__init__.py': '',
      'shop/settings.py': `from pathlib import Path
${between(settings, 'import os', 'from django')}
${between(settings, 'CALLBACK =', '# The random')}
BASE_DIR = Path(__file__).resolve().parent.parent
SECRET_KEY = "for-a-test"
DEBUG = True
INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sessions"]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
ROOT_URLCONF = "shop.urls"
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [BASE_DIR / "templates"]}]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "db.sqlite3"}}
`,
      'shop/sign_in.py': `${between(urls, 'import', 'def home')}${between(urls, 'def sign_in', '    path("", home)')}${urls.split('path("", home),\n')[1]}`,
      'shop/urls.py': `from functools import wraps

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import include, path


def signed_in(view):
    @wraps(view)
    def guarded(request, *args, **kwargs):
        if "person" not in request.session:
            return redirect("/sign-in")
        return view(request, *args, **kwargs)

    return guarded


def home(request):
    return render(request, "shop.html", {"person": request.session.get("person")})


@signed_in
def orders(request):
    return HttpResponse("Orders of " + request.session["person"]["name"])


urlpatterns = [path("", home), path("orders", orders), path("", include("shop.sign_in"))]
`,
      'templates/shop.html': `{% if person %}<h1>Shop of {{ person.name }}</h1>
<form method="post" action="/sign-out">{% csrf_token %}<button type="submit">Sign out</button></form>
{% else %}<a href="/sign-in">Sign in</a>{% endif %}
`,
      'manage.py': own('django/manage.py').replace('"settings"', '"shop.settings"'),
      'requirements.txt': own('django/requirements.txt'),
    },
    commands: [
      'python3 -m venv .venv',
      '.venv/bin/pip install -q -r requirements.txt',
      '.venv/bin/python manage.py migrate',
      '.venv/bin/python manage.py runserver --noreload localhost:8001',
    ],
  },
};
