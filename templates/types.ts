$header$;
// The types of the shared schemas.

$types$;
