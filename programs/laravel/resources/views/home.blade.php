<!doctype html>
<title>Program</title>
@if ($person)
    <h1>{{ $person['name'] ?? $person['sub'] }}</h1>
    <pre>{{ json_encode($person, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE) }}</pre>
    <form method="post" action="/sign-out">@csrf<button>Sign out</button></form>
@else
    <h1>Welcome</h1>
    <a href="/sign-in">Sign in</a>
@endif
