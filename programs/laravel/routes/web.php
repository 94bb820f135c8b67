<?php

use App\DoorwrightProvider;
use Illuminate\Http\Request;
use Illuminate\Support\Arr;
use Illuminate\Support\Facades\Route;
use Laravel\Socialite\Facades\Socialite;
use Laravel\Socialite\Two\InvalidStateException;

$doorwright = fn () => Socialite::buildProvider(DoorwrightProvider::class, config('services.doorwright'));

Route::get('/', fn (Request $request) => view('home', ['person' => $request->session()->get('person')]));

Route::get('/sign-in', fn () => $doorwright()->redirect());

Route::get(parse_url(config('services.doorwright.redirect'), PHP_URL_PATH), function (Request $request) use ($doorwright) {
    $refuse = fn (string $why) => response($why, 400, ['Content-Type' => 'text/plain']);
    if ($request->has('error')) {
        return $refuse((string) $request->query('error_description'));
    }
    try {
        $person = $doorwright()->user()->getRaw();
    } catch (InvalidStateException $refusal) {
        return $refuse($refusal->getMessage() ?: 'This sign-in did not begin in this browser.');
    }
    // A new session id, so that nobody knows it from before.
    $request->session()->regenerate(destroy: true);
    $request->session()->put('id_token', Arr::pull($person, 'id_token'));
    $request->session()->put('person', $person);

    return redirect('/');
});

Route::post('/sign-out', function (Request $request) {
    $query = http_build_query(['id_token_hint' => $request->session()->get('id_token')]);
    $request->session()->invalidate();

    return redirect()->away(DoorwrightProvider::metadata('end_session_endpoint')."?$query");
});
