$header$;
$exports$;
